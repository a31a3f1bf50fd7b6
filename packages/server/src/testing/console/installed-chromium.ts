import { canRun, installedProgram } from '../system/installed-program.ts';

export const CHROMIUM = installedProgram('chromium');

/** The console is tested in an installed browser, which does not come from npm. */
export const RUNS_BROWSER_TESTS = canRun('the console in a browser', CHROMIUM, 'apt-get install chromium');
