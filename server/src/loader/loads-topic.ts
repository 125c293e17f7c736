/** Nodes publish the ids of loads that have made progress on this topic. */
export const loadsTopic = "loads";
