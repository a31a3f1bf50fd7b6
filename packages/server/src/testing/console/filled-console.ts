import { waitForIndex } from '../background-work.ts';
import { requestToken } from '../cards/token-requests.ts';
import { backtestBank } from '../decisions/bank-backtests.ts';
import { makeAmina } from './amina.ts';
import { makeShops } from './console-merchants.ts';
import { type ConsoleScreen, consoleScreens } from './console-screens.ts';
import { type ConsoleWorld, consoleWorld } from './console-world.ts';
import { makeEndpoints } from './notified-endpoints.ts';
import { makePartnerHistory } from './partner-history.ts';
import { makeOwnPrograms } from './program-fixtures.ts';
import { makeOwnRules } from './rule-fixtures.ts';

/** The console of a server with records on every screen. */
export interface FilledConsole {
  readonly world: ConsoleWorld;
  readonly screens: readonly ConsoleScreen[];
  close(): Promise<void>;
}

export async function fillConsole(): Promise<FilledConsole> {
  const world = await consoleWorld();
  const { server } = world;
  const amina = await makeAmina(server);
  const endpoints = await makeEndpoints(server, amina.second.exid);
  const shops = await makeShops(server);
  const made = await makeOwnRules(server, amina.card);
  await waitForIndex(server);
  const run = String((await backtestBank(server, { proposal: { cardSettings: { ecomStatus: 'OFF' } } })).backtest_id);
  const tokenRequest = await requestToken(server, amina.second.exid, { scores: { account: 2 } });
  // the partner declines some later payments
  const offer = await makeOwnPrograms(server, amina.card);
  const partner = await makePartnerHistory(server, amina.card);
  const close = async () => {
    await endpoints.close();
    await world.close();
    await partner.close();
  };
  return { world, screens: consoleScreens({ amina, endpoints, shops, run, tokenRequest, offer, made }), close };
}
