import { OPERATIONS, type Operation } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from './callers/demo-sessions.ts';
import { playExample, playedExamples } from './requests/played-examples.ts';
import { numberOf, readPublishedExamples, WITHOUT_SUCCESS } from './requests/published-examples.ts';
import { fileServer, TEST_NOW } from './test-server.ts';

/** Example folders of addresses that are not operations. */
const EXTRA_OPERATIONS = ['access.issue-token', 'services.dispatch'];

const examples = readPublishedExamples();
const played = playedExamples((caller) => server.token(caller));

const server = fileServer({}, { systemNow: () => new Date(TEST_NOW) });
/** The last audit row that the start of the sandbox wrote. */
let lastOfSandbox: string;
beforeAll(async () => {
  await signInDemo(server, 'layla');
  const [last] = await server.db.sql<{ id: string }>('select max(audit_id) as id from audit_log');
  lastOfSandbox = last?.id ?? '0';
});

describe('the published examples, in order on a fresh sandbox', () => {
  const named = examples.map((example) => [`${example.folder}/${example.file}: ${example.title}`, example] as const);

  it.each(named)('%s', async (_name, example) => {
    const { actual, expected } = await playExample(server, played, example);
    expect(actual).toEqual(expected);
  });
});

describe('every operation', () => {
  const ids = [...(OPERATIONS as readonly Operation[]).map(({ id }) => id), ...EXTRA_OPERATIONS];
  const statuses = (id: string) => examples.filter(({ folder }) => folder === id).map(({ answer }) => answer.status);

  it.each(ids)('%s has an example of success and one of failure', (id) => {
    expect(statuses(id).some((status) => status < 300)).toBe(!WITHOUT_SUCCESS.includes(id));
    expect(statuses(id).some((status) => status >= 400)).toBe(true);
  });

  it('has its own folder of examples, and each example has its own number', () => {
    expect([...new Set(examples.map(({ folder }) => folder))].sort()).toEqual(ids.sort());
    const numbers = examples.map(({ file }) => numberOf(file));
    expect(numbers.every((number) => number > 0)).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

interface Problem {
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string }[];
}

it('the detail of a failure is a sentence, which begins with the field if the failure concerns one', () => {
  const bodies = examples.map(({ answer }) => answer.body as Problem | null);
  const problems = bodies.filter((body): body is Problem => body?.detail !== undefined && body.errors !== undefined);
  expect(problems.length).toBeGreaterThan(30);
  const isPredicate = ({ detail = '', errors = [] }: Problem) =>
    /^[a-z]/.test(detail) && !errors.some(({ path }) => path !== '' && detail.startsWith(`${path} `));
  expect(problems.filter(isPredicate)).toEqual([]);
});

/**
 * Operations whose examples change nothing. A test of an endpoint only sends a notification. An activation needs a code
 * that no answer shows; every-change.test.ts activates a token. A task can only be assigned to a person who has signed
 * in. An export is a copy of what exists.
 */
const NO_CHANGE = [
  'webhooks.test-endpoint',
  'tokens.activate-token',
  'tasks.assign-task',
  'exports.start-export',
  'exports.delete-export',
];
/** Operations whose whole request is stored permanently, as the message of a decision. */
const STORED_WHOLE = ['authorization.authorize-ecommerce'];

function isChange(operation: Operation): boolean {
  return operation.surface !== 'envelope' || operation.changes;
}

describe('the audit log after all examples', () => {
  const audited = (OPERATIONS as readonly Operation[]).filter(({ id }) => !STORED_WHOLE.includes(id));

  it.each(audited.map((operation) => [operation.id, operation] as const))(
    'names the caller, the subject and the origin of %s, and the changed values',
    async (id, operation) => {
      const rows = await server.db.sql<{ actor: string; subject: string; from_address: string; changed: boolean }>(
        `select actor, subject, from_address, after is not null and after is distinct from before as changed
           from audit_log where operation = $1 and audit_id > $2`,
        [id, lastOfSandbox],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { actor, subject, from_address } of rows) {
        expect([actor, subject, from_address]).toEqual([
          expect.stringMatching(/^((demo|other|reading|second)-\w+|unknown)$/),
          expect.stringMatching(/./),
          '127.0.0.1',
        ]);
      }
      expect(rows.some(({ actor }) => actor !== 'unknown')).toBe(true);
      const mayChange =
        operation.surface === 'rest'
          ? operation.method !== 'GET' && !operation.scope.endsWith(':read')
          : isChange(operation);
      expect(rows.some(({ changed }) => changed)).toBe(mayChange && !NO_CHANGE.includes(id));
    },
  );
});
