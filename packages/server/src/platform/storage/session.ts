import type pg from 'pg';

/** The parameters of a session, by the names of the database's settings. */
export type SessionParameters = Readonly<Record<string, string>>;

/** An explanation for the operator, because servers do not start with such a pooler. */
const SESSION_ERROR =
  'the database is reached through a pooler that gives each transaction another connection: the role of the servers, which ' +
  'protects the audit log, their time limits and their prepared statements would be lost. Use session pooling ' +
  '(pgbouncer: pool_mode = session), or connect to the database itself';

/** PostgreSQL 17 and later know this setting; the other limits apply without it. */
const SET = `select name, set_config(name, value, false) as value, pg_backend_pid() as pid
               from unnest($1::text[], $2::text[]) as requested (name, value)
              where name <> 'transaction_timeout' or current_setting(name, true) is not null`;
const READ = `select name, current_setting(name) as value, pg_backend_pid() as pid, current_user as user_name
                from unnest($1::text[]) as requested (name)
               where name <> 'transaction_timeout' or current_setting(name, true) is not null`;

interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly pid: number;
}

/**
 * Sets the parameters by statements, and checks that they apply. Options of a connection do not work: poolers refuse or
 * silently drop them, and a server would continue as the owner of the tables, without limits.
 */
export async function setUpSession(client: pg.ClientBase, parameters: SessionParameters): Promise<void> {
  const names = Object.keys(parameters);
  const { rows: set } = await client
    .query<Parameter>(SET, [names, Object.values(parameters)])
    .catch(async (error) => Promise.reject(await explainRole(client, error, parameters.role)));
  const { rows: settings } = await client.query<Parameter & { user_name: string }>(READ, [names]);
  for (const { name, value, pid } of set) {
    const now = settings.find((one) => one.name === name);
    if (now?.pid !== pid) throw new Error(SESSION_ERROR);
    if (now.value !== value) throw new Error(`${name} is ${now.value} on a connection where it was set to ${value}`);
  }
  const { role } = parameters;
  const user = settings[0]?.user_name;
  if (role !== undefined && user !== role) throw new Error(`a connection works as ${user} instead of ${role}`);
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Explains that a login is not a member of the servers' role, a common mistake in a new installation. Any other error
 * stays unchanged.
 */
async function explainRole(client: pg.ClientBase, error: Error & { code?: string }, role: string | undefined) {
  if (error.code !== INSUFFICIENT_PRIVILEGE || role === undefined || !error.message.includes('set role')) return error;
  const { rows } = await client.query<{ login: string }>('select quote_ident(session_user) as login');
  const login = rows[0]?.login;
  return new Error(
    `the login ${login} may not work under the role ${role}. Have a superuser run once: grant ${role} to ${login};`,
    { cause: error },
  );
}

/**
 * Reads `-c name=value` and `--name=value` of connection options like PostgreSQL. A backslash escapes a blank in a
 * value.
 */
export function parametersOf(options: string): SessionParameters {
  const words = [...options.matchAll(/(?:\\.|[^\s\\])+/g)].map(([word]) => word.replace(/\\(.)/g, '$1'));
  const settings = words.flatMap((word, at) => {
    if (word === '-c') return [];
    if (words[at - 1] === '-c') return [word];
    const [, setting] = /^(?:-c|--)(.+)$/.exec(word) ?? [];
    return setting === undefined ? [] : [setting];
  });
  return Object.fromEntries(
    settings.flatMap((setting) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
      return name === undefined || value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
    }),
  );
}

/** A pooler may by chance return the same connection, but not this many times in a row. */
const ROUNDS = 10;
const PID = 'select pg_backend_pid() as pid';

/**
 * Throws if sessions are not kept. Two connections take turns: while the second is in a transaction, a pooler gives the
 * first another process of the database, unless each connection has a fixed one.
 */
export async function checkSessions(connect: () => Promise<pg.Client>): Promise<'direct' | 'pooled'> {
  const one = await connect();
  try {
    // a pooler reports an invented process number
    if ((await pidOf(one)) === (one as unknown as { processID: number | null }).processID) return 'direct';
    const other = await connect();
    try {
      for (let round = 0; round < ROUNDS; round++) await alternate(one, other);
    } finally {
      await other.end();
    }
    return 'pooled';
  } catch (error) {
    // the message of pgbouncer in statement mode
    if (/statement pooling/.test((error as Error).message)) throw new Error(SESSION_ERROR, { cause: error });
    throw error;
  } finally {
    await one.end();
  }
}

async function alternate(one: pg.Client, other: pg.Client): Promise<void> {
  const before = await pidOf(one);
  await other.query('begin');
  const others = await pidOf(other);
  const after = await pidOf(one);
  await other.query('rollback');
  if (before !== after || others === before) throw new Error(SESSION_ERROR);
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(PID);
  return rows[0]?.pid ?? 0;
}
