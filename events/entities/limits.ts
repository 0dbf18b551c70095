/** Limits that schemas, checks of fields and the import have in common; no schema here, so that reading one costs nothing. */

/** Longest text of a name or an input field, in characters. */
export const TEXT_MAX_LENGTH = 255;
