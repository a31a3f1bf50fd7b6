import { seedSandbox } from '../sandbox/index.ts';
import { openDemoData } from './open-demo-data.ts';

type Options = Parameters<typeof openDemoData>[0];
type Deps = Parameters<typeof openDemoData>[1];

/** Creates the fixtures of a sandbox before it serves, and opens the month of data that it fills in after its start. */
export async function openSandboxData(options: Options, deps: Deps) {
  const isSandbox = options.settings.CARDWRIGHT_MODE === 'sandbox';
  const fixtures = isSandbox ? await seedSandbox(deps) : undefined;
  return { fixtures, demoData: openDemoData(options, deps) };
}
