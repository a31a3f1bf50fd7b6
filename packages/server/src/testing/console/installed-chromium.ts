import { installedProgram, isTried } from '../system/installed-program.ts';

export const CHROMIUM = installedProgram('chromium');

/** The console is tested in an installed browser, which does not come from npm. */
export const IS_BROWSER_TRIED = isTried('the console in a browser', CHROMIUM, 'apt-get install chromium');
