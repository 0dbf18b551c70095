/** As the product compares names: without case, spaces, pipes and underscores. */
export const normalize = (name) => name.toLowerCase().replaceAll(/[\s|_]/g, "");
