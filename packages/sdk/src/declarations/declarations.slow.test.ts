import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ExampleFiles, OPERATIONS, writeOpenApi } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientGroups } from './client-groups.ts';
import { methodExample } from './method-example.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SCRIPT = pathToFileURL(path.join(ROOT, 'scripts/sdk-declarations.mjs')).href;
const EXAMPLES = pathToFileURL(path.join(ROOT, 'scripts/documents/read-examples.mjs')).href;
/** A folder inside the repository, so that the compiler finds the contract and the types of Node. */
const HERE = path.join(ROOT, 'packages/sdk/dist/compared');

const methods = clientGroups().flatMap((group) => group.methods);
beforeAll(async () => {
  await rm(HERE, { recursive: true, force: true });
  await mkdir(HERE, { recursive: true });
  const written = (await import(SCRIPT)) as {
    collectDeclarations(to: { entries: string[]; out: string }): void;
  };
  written.collectDeclarations({ entries: ['index', 'webhooks', 'browser'], out: path.join(HERE, 'types') });
});
afterAll(() => rm(HERE, { recursive: true, force: true }));

/** Returns the errors that the compiler reports for a program, one text for each. */
async function errorsIn(name: string, text: string): Promise<string[]> {
  await writeFile(path.join(HERE, `${name}.ts`), text);
  const config = { extends: '../../../../tsconfig.check.json', compilerOptions: PROGRAM, include: [`${name}.ts`] };
  await writeFile(path.join(HERE, `${name}.json`), JSON.stringify(config));
  const { stdout } = await run('node', [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', `${name}.json`], {
    cwd: HERE,
  }).catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => /^\S/.test(line));
}
const PROGRAM = { incremental: false, tsBuildInfoFile: null, rootDir: ROOT, noUnusedLocals: false };

describe('the declarations of the package', () => {
  it('match the contract for the arguments and results of each method', async () => {
    const compared = methods.flatMap(({ path: name, exported }) => {
      const [group = '', method = ''] = name.split('.');
      const at = `['${group}']['${method}']`;
      return [
        `export const ${group}_${method}_takes: Same<Taken<Source${at}>, Taken<Packed${at}>> = true;`,
        `export const ${group}_${method}_answers: Same<contract.AnsweredBodyOf<typeof contract.${exported}>, AnswerOf<'${name}'>> = true;`,
      ];
    });
    const messages = MESSAGES.map((name) => `export const ${name}_is: Same<contract.${name}, packed.${name}> = true;`);
    const operation = 'export const operation_is: contract.Operation extends packed.Operation ? true : false = true;';
    expect(await errorsIn('equal', [COMPARING, ...compared, ...messages, operation, ''].join('\n'))).toEqual([]);
    expect(compared).toHaveLength(2 * OPERATIONS.length);
  });

  it('have the names of the OpenAPI documents for bodies', async () => {
    const bodies = await readFile(path.join(HERE, 'types/contract/bodies.d.ts'), 'utf8');
    const names = [...bodies.matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => name);
    const documents = (['/V2', 'programs'] as const).map((document) => writeOpenApi('Gw', { document }));
    const known = documents.flatMap(({ components }) => Object.keys((components as { schemas: object }).schemas));
    // Queries are parameters in OpenAPI, and the question to a bank's own system is not an operation.
    const others = names.filter((name) => !/^(Partner\w+|\w+Query)$/.test(name));
    expect(others.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('compile the example of each method', async () => {
    const examples = ((await import(EXAMPLES)) as { readExamples(): ExampleFiles }).readExamples();
    const called = methods.map((method) => `{\n${methodExample(method, examples)}\n}`);
    expect(await errorsIn('examples', [CALLING, ...called, ''].join('\n'))).toEqual([]);
  });
});

const MESSAGES = [
  'TokenNotification',
  'PartnerQuestion',
  'PartnerAnswer',
  'PartnerAdvice',
  'PartnerProvisioningQuestion',
  'PartnerProvisioningAnswer',
  'TokenNotificationResponse',
  'ErrorCode',
  'ErrorName',
  'ErrorKind',
  'NotificationCode',
  'Condition',
  'ProvisioningCondition',
  'RuleCondition',
  'Finding',
  'Warning',
  'JsonValue',
];
/**
 * Compares for identity, including readonly and optional members. Of two types that are assignable both ways, one may
 * still lack an optional member.
 */
const COMPARING = `import type * as contract from '@cardwright/contract';
import type { Cardwright as Source } from '@cardwright/sdk';
import type { AnswerOf, Cardwright as Packed } from './types/sdk/index.js';
import type * as packed from './types/contract/index.js';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Members<A extends readonly unknown[]> = { [K in Exclude<keyof A, keyof unknown[]> | 'length']: A[K] };
type Taken<M extends (...args: never[]) => unknown> = Members<Parameters<M>>;`;
const CALLING = `import { Cardwright } from './types/sdk/index.js';
declare const cw: Cardwright;`;
