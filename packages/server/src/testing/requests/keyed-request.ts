import type { TestRequest } from './test-requests.ts';

/** A request with an Idempotency-Key. `given` creates a new object for `ask`, so that two objects make two requests. */
export interface KeyedRequest {
  readonly as?: string;
  readonly given: () => Promise<string>;
  readonly ask: (given: string) => TestRequest | Promise<TestRequest>;
}
