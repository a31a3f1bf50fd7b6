import { routeOf } from '../../platform/storage/index.ts';
import { reachOf, readConfiguration } from '../configuration/configuration.ts';
import { isSetUpForProduction } from '../production/check-mode.ts';
import { type ProductionRefusal, refusalText } from '../production/production-refusals.ts';
import { refuseSandboxData } from '../production/refuse-sandbox-data.ts';
import { refuseSettings } from '../production/refuse-settings.ts';
import { readProductionSettings, readSandboxData } from '../production/sandbox-data.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';

/** Checks the mode by the same rules as the start (docs/operate/production.md). */
export const modeChecks: readonly Check[] = [
  {
    name: 'settings',
    needs: 'nothing',
    run: async ({ settings, environment }) => {
      if (settings.CARDWRIGHT_MODE === 'sandbox') return passed('sandbox: not for real cards');
      return refusals(refuseSettings(await readProductionSettings(settings, environment)), 'no sandbox settings');
    },
  },
  {
    name: 'database of the mode',
    needs: 'schema',
    run: async ({ settings, database }) => {
      if (settings.CARDWRIGHT_MODE === 'production') {
        return refusals(refuseSandboxData(await readSandboxData(database)), 'no sandbox data');
      }
      if (!(await isSetUpForProduction(database))) return passed('set up for a sandbox');
      return failed('set up for production, so a sandbox does not start on it: check CARDWRIGHT_MODE and DATABASE_URL');
    },
  },
  {
    name: 'configuration',
    needs: 'nothing',
    run: async ({ settings }) => {
      const path = settings.CARDWRIGHT_CONFIG_FILE;
      if (path === undefined) return passed('no CARDWRIGHT_CONFIG_FILE');
      const { banks, oauth_clients: clients } = await readConfiguration(path, reachOf(settings));
      return passed(`${path}: ${banks.length} banks, ${clients.length} callers`);
    },
  },
  { name: 'database connection', needs: 'nothing', run: async (subject) => databaseConnection(subject) },
  { name: 'public address', needs: 'nothing', run: async (subject) => publicAddress(subject) },
];

function refusals(list: readonly ProductionRefusal[], otherwise: string): readonly CheckOutcome[] {
  return list.length === 0
    ? [passed(`production: ${otherwise}`)]
    : list.map((refusal) => failed(refusalText(refusal), refusal.name));
}

function publicAddress({ settings }: CheckSubject): CheckOutcome {
  const { CARDWRIGHT_PUBLIC_URL: url, CARDWRIGHT_MODE: mode } = settings;
  if (mode === 'sandbox') return passed(url ?? 'the address on which the server listens');
  if (url === undefined) {
    return warned('set CARDWRIGHT_PUBLIC_URL: without it, callers get the address on which the server listens');
  }
  return passed(url);
}

/** Reports the routes to the databases. The settings check refuses unverified networks in production. */
function databaseConnection({ settings }: CheckSubject): readonly CheckOutcome[] {
  const { CARDWRIGHT_MODE: mode, CARDWRIGHT_TRUST_DATABASE_NETWORK: isTrusted } = settings;
  const names = ['DATABASE_URL', 'CARDWRIGHT_OWNER_DATABASE_URL'] as const;
  const outcomes = names.flatMap((name) => {
    const url = settings[name];
    if (url === undefined) return [];
    const route = routeOf(url);
    if (route !== 'unverified') return [passed(`${name}: ${route}`)];
    const summary = `${name}: TCP without verified TLS`;
    if (mode === 'sandbox') return [passed(summary)];
    return isTrusted ? [warned(`${summary}, as CARDWRIGHT_TRUST_DATABASE_NETWORK allows`)] : [];
  });
  const isEmbedded = settings.DATABASE_URL === undefined;
  return isEmbedded ? [passed('the embedded database: a local socket'), ...outcomes] : outcomes;
}
