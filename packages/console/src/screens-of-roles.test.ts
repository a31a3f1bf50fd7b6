import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRoleOf, ROLES, scopesOfRoles, TENANT_KINDS } from '@cardwright/contract';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('.//', import.meta.url));
const TESTS = fileURLToPath(new URL('../../server/src/testing/console/', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/console.md', import.meta.url));
const read = (file: string) => readFileSync(file, 'utf8');

/** Every route, with the scopes of which its screen requires at least one. */
function screens(): { path: string; scopes: readonly string[] }[] {
  const maps = ['router.tsx', 'decision-routes.tsx', 'program-routes.tsx', 'rule-routes.tsx', 'webhook-routes.tsx']
    .map((file) => read(`${SRC}routes/${file}`))
    .join('\n');
  const routes = maps.matchAll(
    /\bpath: '([^']+)'[\s\S]*?component: (?:(?:screen|lazyRouteComponent)\(\s*\(\) => import\('\.\.\/([^']+)'\))?/g,
  );
  return [...routes].flatMap(([, path = '', file]) => {
    if (file === undefined) return [];
    const [, asked = ''] = /useHasScope\(([^)]*)\)/.exec(read(`${SRC}${file}`)) ?? [];
    return [{ path, scopes: [...asked.matchAll(/'([^']+)'/g)].map(([, scope = '']) => scope) }];
  });
}

/** The tests in Chromium that open the screen. */
function testsOf(path: string): string {
  const address = path.replaceAll(/\$\w+/g, '\\$\\{[^}]+\\}');
  const opened = new RegExp(`['"\`}]${address}(?:[?'"\`]|$)`, 'm');
  const files = readdirSync(TESTS).filter((file) => opened.test(read(`${TESTS}${file}`)));
  const named = files.map((file) =>
    file === 'console-screens.ts' ? 'pictures' : file.replace(/^console-|\.slow\.test\.ts$|\.ts$/g, ''),
  );
  return [...new Set(named)].sort().join(', ');
}

/**
 * Whether the role can open the screen in at least one kind of tenant, by the checks of the side bar and the screens.
 */
function opens(role: (typeof ROLES)[number], scopes: readonly string[]): boolean {
  return TENANT_KINDS.filter((house) => isRoleOf(role, house)).some((house) => {
    const has: readonly string[] = scopesOfRoles([role], house);
    return scopes.length === 0 || scopes.some((scope) => has.includes(scope));
  });
}

it('docs/console.md lists every screen with the roles that open it and the tests that use it', () => {
  const rows = screens().map(({ path, scopes }) => {
    const cells = ROLES.map((role) => (opens(role, scopes) ? 'yes' : ''));
    return `| ${[`\`${path.replaceAll(/\$(\w+)/g, '{$1}')}\``, ...cells, testsOf(path)].join(' | ')} |`;
  });
  const head = ['Screen', ...ROLES.map((role) => `\`${role}\``), 'Tests'];
  const table = [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n');
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
  const [, displayed] = /<!-- screens -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(read(PAGE)) ?? [];
  expect(displayed, 'Copy this table there').toBe(table);
});
