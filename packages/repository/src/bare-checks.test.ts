import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { bareChecks } from '../../server/src/testing/bare-checks.ts';
import { allFiles, source, sourceOf } from './source-tree.ts';

const BUNDLE = new URL('../../../scripts/bundle.mjs', import.meta.url).href;
const THROWING_CALLS = new URL('../../../scripts/throwing-calls.mjs', import.meta.url).href;

const ADVICE = 'Return or compare the value that it computes: a bundler drops a statement whose value nobody reads';

describe('a statement whose only effect is to throw', () => {
  it('occurs nowhere in the repository', () => {
    const code = allFiles().filter((path) => /\.(ts|tsx|mjs|js)$/.test(path));
    expect(code.length).toBeGreaterThan(1_000);
    expect(
      code.flatMap((path) => bareChecks(source(path))),
      ADVICE,
    ).toEqual([]);
  });

  it.each([
    'encodeURIComponent(text)',
    'void decodeURIComponent(text)',
    'new URL(text)',
    'new Intl.DateTimeFormat("en", { timeZone: text })',
    'new X509Certificate(text)',
    'BigInt(text)',
    'JSON.parse(text)',
    'Buffer.from(text)',
    'createSecretKey(text)',
    'structuredClone(text)',
    'globalThis.encodeURI(text)',
    'given && String.fromCodePoint(text)',
    'given ? RegExp(text) : undefined',
    'text.length',
    '-text',
    '`$' + '{text}`',
  ])('is recognized: %s', (code) => {
    expect(bareChecks(sourceOf('a.ts', `try { ${code}; } catch { refuse(); }`)).length).toBeGreaterThan(0);
  });

  it.each([
    'url = new URL(text)',
    'read(new URL(text))',
    'Object.assign(text, other)',
    'new Gauge({ name: text })',
    'new Resolver().setServers(text)',
    'URL.revokeObjectURL(text)',
    'Buffer.from(text).copy(other)',
    'delete text.member',
    'await text',
    'text++',
    'void (given ?? run())',
  ])('is not confused with a statement that has an effect: %s', (code) => {
    expect(bareChecks(sourceOf('a.ts', `try { ${code}; } catch { refuse(); }`))).toEqual([]);
  });
});

/** Functions that throw for some texts, but that Rolldown assumes never throw. */
const THROWING = ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'String.fromCodePoint'];

describe('a check that only throws, in a library', () => {
  const checks = THROWING.map((name) => `"${name}": (text) => { ${name}(text); }`);

  /** The functions that the bundle still calls with these options. */
  async function retainedChecks(input: object, output: object): Promise<string[]> {
    const isProbe = (id: string) => id === 'probe';
    const probe = {
      name: 'probe',
      resolveId: (id: string) => (isProbe(id) ? id : undefined),
      load: (id: string) => (isProbe(id) ? `export const checks = { ${checks.join(', ')} };` : undefined),
    };
    const bundled = await rolldown({ platform: 'node', ...input, input: 'probe', plugins: [probe] });
    const { code } = (await bundled.generate({ format: 'esm', ...output, sourcemap: false })).output[0];
    await bundled.close();
    return THROWING.filter((name) => code.includes(`${name}(`));
  }

  it('is retained in the bundle of the server', async () => {
    const { options, output } = await import(/* @vite-ignore */ BUNDLE);
    expect(await retainedChecks(options, output)).toEqual(THROWING);
  });

  it('is retained in the bundles of the SDK and the console', async () => {
    const { THROWING_CALLS: define } = await import(/* @vite-ignore */ THROWING_CALLS);
    const treeshake = { moduleSideEffects: false, propertyReadSideEffects: false } as const;
    expect(await retainedChecks({ treeshake, transform: { define } }, { minify: true })).toEqual(THROWING);
  });

  it('is partly dropped by the defaults of the bundler', async () => {
    expect(await retainedChecks({}, {})).not.toEqual(THROWING);
  });
});
