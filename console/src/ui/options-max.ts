/** So many options of a long list are in the page at once; words find the others. */
export const optionsMax = 100;
