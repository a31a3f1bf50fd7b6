import type pg from 'pg';

/**
 * The role of the servers, whatever their login: it may read and write every table, but change and delete nothing in
 * the audit log. The owner of the tables creates them and their partitions, and drops old months.
 */
export const SERVER_ROLE = 'cardwright_server';

/** Rights on the tables that are exceptions. */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['SELECT', 'INSERT'],
  audit_chain: ['SELECT', 'INSERT'],
  audit_seals: ['SELECT', 'INSERT'],
  decision_batches: ['SELECT', 'INSERT'],
  // the owner writes them when it drops old months
  audit_anchors: ['SELECT'],
  schema_migrations: ['SELECT'],
};
const TABLE_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const SEQUENCE_RIGHTS = ['SELECT', 'USAGE'];

const IS_MISSING = `not exists (select from pg_roles where rolname = '${SERVER_ROLE}')`;
const CREATE_ROLE = `create role ${SERVER_ROLE} nologin`;
/**
 * Creates the role. A role belongs to all databases of a PostgreSQL server, so several servers may create it at the
 * same time. Citus creates a new role on its workers too, but not one that existed before.
 */
const MAKE_ROLE = `do $$
begin
  if ${IS_MISSING} then
    ${CREATE_ROLE};
  elsif to_regproc('run_command_on_workers') is not null then
    perform run_command_on_workers($on_workers$do $role$ begin if ${IS_MISSING} then ${CREATE_ROLE}; end if; end $role$ $on_workers$);
  end if;
exception when duplicate_object or unique_violation then null;
end $$`;
/**
 * Whether the login can use the role. The creator of a role is its member, but from PostgreSQL 16 on needs a separate
 * grant for SET ROLE.
 */
const MAY = `pg_has_role(current_user, '${SERVER_ROLE}',
  case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)`;
const JOIN_ROLE = `do $$
begin
  if not ${MAY} then
    execute format('grant ${SERVER_ROLE} to %I', current_user);
  end if;
exception when unique_violation or internal_error then null;
end $$`;
const MAY_TAKE = `select ${MAY} as may`;

const INSUFFICIENT_PRIVILEGE = '42501';

/** Creates the role if it is missing, and corrects its rights. Runs as the owner, at each start. */
export async function ensureServerRole(client: pg.Client): Promise<void> {
  try {
    await client.query(MAKE_ROLE);
    await client.query(JOIN_ROLE);
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) throw await roleIsMissing(client, error);
    throw error;
  }
  const { rows } = await client.query<{ may: boolean }>(MAY_TAKE);
  if (rows[0]?.may !== true) throw await roleIsMissing(client);
  await grantRights(client);
}

async function roleIsMissing(client: pg.Client, cause?: unknown): Promise<Error> {
  const { rows } = await client.query<{ login: string }>('select quote_ident(current_user) as login');
  return new Error(
    `servers work under the role ${SERVER_ROLE}, which this login can neither create nor use. Have a superuser run once: ` +
      `create role ${SERVER_ROLE} nologin; grant ${SERVER_ROLE} to ${rows[0]?.login};`,
    { cause },
  );
}

interface Relation {
  name: string;
  kind: 'r' | 'p' | 'S' | 'v';
  granted: string[];
}

// partitions are accessed through their table, so they get no grants of their own
const RELATIONS = `
  select c.relname as name, c.relkind as kind, array(
           select a.privilege_type from aclexplode(c.relacl) a where a.grantee = '${SERVER_ROLE}'::regrole
         )::text[] as granted
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S', 'v') and not c.relispartition`;

/** Changes only the rights that differ, because a start must not disturb running servers. */
async function grantRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Relation>(RELATIONS);
  const changes = rows.flatMap(changesOf);
  if (changes.length === 0) return;
  await client.query(
    `do $$ begin execute format('grant usage on schema %I to ${SERVER_ROLE}', current_schema()); end $$`,
  );
  for (const change of changes) await client.query(change);
}

function changesOf({ name, kind, granted }: Relation): string[] {
  const expected = kind === 'S' ? SEQUENCE_RIGHTS : kind === 'v' ? ['SELECT'] : (NARROWER[name] ?? TABLE_RIGHTS);
  const on = `on ${kind === 'S' ? 'sequence' : 'table'} "${name.replaceAll('"', '""')}"`;
  const missing = expected.filter((right) => !granted.includes(right));
  const tooMany = granted.filter((right) => !expected.includes(right));
  return [
    ...(missing.length > 0 ? [`grant ${missing.join(', ')} ${on} to ${SERVER_ROLE}`] : []),
    ...(tooMany.length > 0 ? [`revoke ${tooMany.join(', ')} ${on} from ${SERVER_ROLE}`] : []),
  ];
}
