import type pg from 'pg';

/** A value of each parameter type. Citus needs values such as owner and bucket for its plans. */
const VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  '"char"': 'A',
  bytea: '\\x01',
  date: '2026-11-20',
  'timestamp with time zone': '2026-11-20T00:00:00Z',
  'timestamp without time zone': '2026-11-20T00:00:00',
  'time without time zone': '00:00',
  // as statements name them
  timestamptz: '2026-11-20T00:00:00Z',
  time: '00:00',
  interval: '1 day',
  jsonb: '{}',
  json: '{}',
  text: 'DEMO',
  uuid: '00000000-0000-4000-8000-000000000000',
  character: 'A',
};
/** Some statements cast texts to numbers, times or objects. */
const TEXTS = ['DEMO', '1', '00:00', '{}'];
/** Matches commands, which have no plan. */
const COMMAND = /^\s*(lock|listen|unlisten|notify|fetch)\b/i;
/** Matches what precedes the query of a cursor. */
const CURSOR = /^\s*declare\b.*?\bfor\b/is;

/** Returns why a statement has no plan with the present tables; undefined if it has one, or is a command. */
export async function problemOfPlan(client: pg.Client, statementText: string): Promise<string | undefined> {
  if (COMMAND.test(statementText)) return undefined;
  const text = statementText.replace(CURSOR, '');
  await client.query('deallocate all');
  let problem: string | undefined;
  try {
    await client.query(`prepare planned as ${text}`);
    const { rows } = await client.query<{ type: string }>(
      `select format_type(type, null) as type
         from pg_prepared_statements cross join unnest(parameter_types::oid[]) with ordinality as p (type, place)
        where name = 'planned' order by place`,
    );
    for (const value of TEXTS) {
      const values = rows.map(({ type }, at) => sampleOf(type, castIn(text, at + 1) ?? value)).join(', ');
      problem = await client.query(`explain execute planned${values && `(${values})`}`).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (!problem?.startsWith('invalid input syntax')) return problem;
    }
  } catch (error) {
    problem = (error as Error).message;
  }
  return problem;
}

/** Returns a text that is valid for the type to which the statement casts it. */
function castIn(text: string, place: number): string | undefined {
  const [, type] = new RegExp(`\\$${place}::text(?:\\[\\])?::(\\w+)`).exec(text) ?? [];
  return type === undefined ? undefined : (VALUES[type] ?? '1');
}

function sampleOf(type: string, text: string): string {
  const one = type.replace(/\[\]$/, '');
  const value = `'${one === 'text' ? text : (VALUES[one] ?? '1')}'::${one}`;
  return one === type ? value : `array[${value}]`;
}
