/** The number of options of a long list in the page at once; a search finds the others. */
export const optionsMax = 100;
