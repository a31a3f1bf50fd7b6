import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@cardwright/contract';

/** A request and its answer, as `packages/contract/examples/README.md` describes them. */
export interface PublishedExample {
  /** The operation's id and the file's name, which begins with the example's number. */
  readonly folder: string;
  readonly file: string;
  readonly title: string;
  readonly at?: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: JsonObject | string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** Operations without a successful example: decisions enter the log after a minute, and no answer shows the code. */
export const WITHOUT_SUCCESS = ['authorization.read-log-proof', 'tokens.activate-token'];

const FOLDER = fileURLToPath(new URL('../../../../contract/examples/', import.meta.url));

/** Reads all examples, in the order of their numbers. */
export function readPublishedExamples(): PublishedExample[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => readdirSync(`${FOLDER}${folder}`).map((file) => ({ folder, file })))
    .sort((one, other) => numberOf(one.file) - numberOf(other.file))
    .map(({ folder, file }) => ({
      ...(JSON.parse(readFileSync(`${FOLDER}${folder}/${file}`, 'utf8')) as PublishedExample),
      folder,
      file,
    }));
}

export function numberOf(file: string): number {
  return Number(/^\d{3,4}(?=-)/.exec(file)?.[0]);
}
