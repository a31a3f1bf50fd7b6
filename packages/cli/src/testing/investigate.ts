import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Agent, connectAgent } from './agent.ts';
import { type InvestigatedWorld, investigatedWorld } from './investigated-world.ts';

/** Calls a tool, and returns the data of its answer. */
export type ToolCall = Agent['ask'];
/** A question, the expected facts, and a function that finds them with tools only. */
export type Investigation = readonly [
  question: string,
  expected: unknown,
  find: (ask: ToolCall, of: InvestigatedWorld) => Promise<unknown>,
  as?: string,
];

/** Registers a test for each investigation. All of them use one world. */
export function investigate(investigations: readonly Investigation[]): void {
  let world: InvestigatedWorld;
  const agents = new Map<string, Agent>();
  beforeAll(async () => {
    world = await investigatedWorld();
    const url = await world.server.server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const [, , , as = 'demo-bank'] of investigations) {
      if (!agents.has(as)) agents.set(as, await connectAgent(url, as));
    }
  });
  afterAll(async () => {
    for (const agent of agents.values()) await agent.close();
    await world?.server.close();
  });
  for (const [question, expected, find, as = 'demo-bank'] of investigations) {
    it(question, async () => {
      expect(await find((agents.get(as) as Agent).ask, world)).toEqual(expected);
    });
  }
}
