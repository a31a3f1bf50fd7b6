import type { TestRequest } from './test-requests.ts';

/** A request with an Idempotency-Key. `setUp` creates a new object for `toRequest`, so that two objects make two requests. */
export interface KeyedRequest {
  readonly as?: string;
  readonly setUp: () => Promise<string>;
  readonly toRequest: (argument: string) => TestRequest | Promise<TestRequest>;
}
