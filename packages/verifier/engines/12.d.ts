export declare function recompute(message: object, facts: object, decidedAt: string): object;
