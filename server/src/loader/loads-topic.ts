/** On this topic nodes tell the ids of loads that have come further. */
export const loadsTopic = "loads";
