/** Limits shared by schemas, field checks and the import. No schema here, so that importing this module is cheap. */

/** Maximum length of a name or an input field, in characters. */
export const TEXT_MAX_LENGTH = 255;
