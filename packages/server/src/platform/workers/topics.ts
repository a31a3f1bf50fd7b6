/** The topics of requests between workers. Each has one handler. */
export type Topic = 'decisions' | 'streams';

/** The first character of a request, which identifies its topic. */
export const MARKS: Readonly<Record<Topic, string>> = { decisions: 'd', streams: 's' };
