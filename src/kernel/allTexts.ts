/** Adds all English texts; loaded with the models of the screens. */
import { ENGLISH } from "#events/messages/english.ts";
import { addEnglishTexts } from "./englishText.ts";

addEnglishTexts(ENGLISH.texts);
