/** What lists of the history showed of signatures was their integrity alone: it is made anew from the rows. */
export const validity = (): readonly string[] => [`UPDATE documents SET "summaryJson" = 'null'`];
