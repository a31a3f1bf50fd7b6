import { globSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { attributeProfiles, largestFunctions, placeOf } from './attribute-profile.ts';
import { PART_RULES } from './budget-parts.ts';
import { findOverruns, judgeBudget } from './judge-budget.ts';

const SERVER = 'file:///home/us/cardwright/packages/server/dist/';
const LIBRARIES = 'file:///home/us/cardwright/node_modules/';

/** A function of a call tree, with the number of samples in the function itself and its calls. */
type Call = readonly [functionName: string, url: string, samples: number, ...called: Call[]];

function profileOf(...calls: Call[]): Profiler.Profile {
  const nodes: Profiler.ProfileNode[] = [];
  const add = ([functionName, url, hitCount, ...called]: Call): number => {
    const id = nodes.length + 1;
    const callFrame = { functionName, url, scriptId: '1', lineNumber: 0, columnNumber: 0 };
    const node: Profiler.ProfileNode = { id, callFrame, hitCount };
    nodes.push(node);
    node.children = called.map(add);
    return id;
  };
  add(['(root)', '', 0, ...calls]);
  return { nodes, startTime: 0, endTime: 1 };
}

describe('the parts of a CPU profile', () => {
  it('are those of the deepest frame that has a part', () => {
    const digest: Call = ['digest', 'node:internal/crypto/hash', 10];
    const { parts } = attributeProfiles(
      [
        profileOf([
          'routeHandler',
          `${LIBRARIES}fastify/lib/route.js`,
          20,
          ['authenticate', `${SERVER}platform/access/authenticate.js`, 30, digest],
          ['decide', `${SERVER}issuing/authorization/decision/decide.js`, 30],
        ]),
        profileOf(['runBatch', `${SERVER}issuing/authorization/batch/batch.js`, 10]),
      ],
      PART_RULES,
    );

    expect(parts).toMatchObject({ read: 0.2, authenticate: 0.4, decide: 0.3, store: 0.1 });
    expect(Object.values(parts).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('distinguish the functions of one file', () => {
    const file = `${SERVER}issuing/authorization/message/ecommerce-message.js`;
    const { parts } = attributeProfiles(
      [profileOf(['decodeEcommerce', file, 1], ['encodeResponse', file, 3])],
      PART_RULES,
    );

    expect(parts).toMatchObject({ decide: 0.25, respond: 0.75 });
  });

  it('assign to background work everything that it calls', () => {
    const { parts } = attributeProfiles(
      [
        profileOf([
          'indexDecisions',
          `${SERVER}issuing/authorization/index/index-decisions.js`,
          1,
          ['query', `${LIBRARIES}pg/lib/client.js`, 1],
        ]),
      ],
      PART_RULES,
    );

    expect(parts).toMatchObject({ background: 1, store: 0 });
  });

  it('leave idle time out, and count garbage and unknown code as background', () => {
    const { parts, garbage } = attributeProfiles(
      [
        profileOf(
          ['(idle)', '', 100],
          ['(garbage collector)', '', 1],
          ['listOnTimeout', 'node:internal/timers', 2],
          ['(program)', '', 1],
        ),
      ],
      PART_RULES,
    );

    expect(parts).toMatchObject({ background: 0.75, read: 0.25 });
    expect(garbage).toBe(0.25);
  });

  it('include the functions that take the most time, whatever calls them', () => {
    const file = `${SERVER}platform/access/authenticate.js`;
    const profile = profileOf(['(idle)', '', 4], ['one', file, 1, ['two', file, 2]], ['two', file, 1]);

    expect(largestFunctions([profile], PART_RULES, 1)).toEqual([
      { name: 'two server/platform/access/authenticate.js:1', part: 'authenticate', share: 0.75 },
    ]);
  });

  it('have places without the folders of the machine', () => {
    expect(placeOf(`${SERVER}main.js`)).toBe('server/main.js');
    expect(placeOf(`${LIBRARIES}pg/lib/client.js`)).toBe('pg/lib/client.js');
    expect(placeOf('node:net')).toBe('node:net');
  });
});

describe('the rules for parts', () => {
  const packages = fileURLToPath(new URL('../../../..', import.meta.url));
  const own = PART_RULES.filter(({ place }) => /^(server|contract)\//.test(place));

  it.each(own.map((rule) => [rule.place, rule] as const))('name existing code: %s', (_, { place, functions = [] }) => {
    const start = `${packages}/${place.replace('/', '/src/')}`;
    const files = globSync(place.endsWith('/') ? `${start}**/*.ts` : `${start}*.ts`);
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');

    expect(files).not.toEqual([]);
    expect(functions.filter((name) => !new RegExp(`function ${name}\\b`).test(text))).toEqual([]);
  });
});

describe('the cost budget', () => {
  const budget = new Map([
    ['read', 1],
    ['store', 2],
    ['authenticate', 0.05],
  ]);
  const figures = (read: number, store: number, authenticate = 0.05) =>
    new Map([
      ['read', read],
      ['store', store],
      ['authenticate', authenticate],
    ]);

  it('fails for a part that is more than 15 % over in all three repetitions', () => {
    expect(findOverruns([figures(1.16, 2), figures(1.2, 2.2), figures(1.5, 1)], budget)).toEqual(['read']);
  });

  it('does not fail if a part was within the budget once', () => {
    expect(findOverruns([figures(1.5, 2), figures(1.14, 2.5), figures(1.5, 2.5)], budget)).toEqual([]);
  });

  it('allows small parts a deviation that a profile cannot measure', () => {
    expect(findOverruns([figures(1, 2, 0.065)], budget)).toEqual([]);
    expect(findOverruns([figures(1, 2, 0.075)], budget)).toEqual(['authenticate']);
  });

  it('reports the median and how often a part was over', () => {
    expect(judgeBudget([figures(1, 2), figures(1.3, 2), figures(1.2, 2)], budget)[0]).toEqual({
      name: 'read',
      multiple: 1.2,
      budget: 1,
      exceeded: 2,
    });
  });

  it('fails for a figure that was not measured', () => {
    expect(findOverruns([new Map()], new Map([['read', 1]]))).toEqual(['read']);
  });
});
