import type { TestRequest } from './test-requests.ts';

/** `given` creates a new object that `ask` is about: two of them make two requests. */
export interface KeyedRequest {
  readonly as?: string;
  readonly given: () => Promise<string>;
  readonly ask: (given: string) => TestRequest | Promise<TestRequest>;
}
