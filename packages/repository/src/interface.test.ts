import {
  authorizeEcommerce,
  EVENT_SCOPES,
  GENERAL_ERRORS,
  OPERATIONS,
  type Operation,
  partScopesOf,
  receiveTokenNotification,
  SCOPES,
  widerScopesOf,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { createDenyLists, createOnboardingLanes, openAcquirerDirectory } from '../../server/src/acquiring/index.ts';
import { openAuthorizationParts } from '../../server/src/host/assembly/open-authorization-parts.ts';
import { implementOperations } from '../../server/src/host/assembly/operations.ts';
import { sampleNotification } from '../../server/src/host/assembly/sample-notification.ts';
import { NO_PARTNERS } from '../../server/src/host/assembly/without-partners.ts';
import { readSettings } from '../../server/src/host/configuration/settings.ts';
import { openBankDirectory } from '../../server/src/issuing/banks/index.ts';
import { createWarningLedger } from '../../server/src/platform/operation/index.ts';
import {
  createDeliver,
  createEnqueue,
  createEnqueueAll,
  createHostResolver,
} from '../../server/src/platform/outbox/index.ts';
import { openVault, sandboxKeys } from '../../server/src/platform/vault/index.ts';
import { fileServer } from '../../server/src/testing/test-server.ts';
import { filesUnder, folderOfArea } from './source-tree.ts';

const operations: readonly Operation[] = OPERATIONS;

const LISTS =
  'Run node scripts/documents/write-docs.mjs, and list what serves it in the *-operations.ts of its folder: CONTRIBUTING.md';

describe('operations', () => {
  const server = fileServer();

  it('of the contract are implemented, each once, and no others', async () => {
    const { database } = server.db;
    const vault = await openVault(database, await sandboxKeys(server.dataDir));
    const { envelope, rest } = implementOperations({
      banks: await openBankDirectory(database),
      vault,
      acquirers: await openAcquirerDirectory(database, vault),
      enqueue: createEnqueue(vault),
      enqueueAll: createEnqueueAll(vault),
      denyLists: createDenyLists(),
      autoApproves: false,
      onboardingLanes: createOnboardingLanes(),
      webhooks: {
        database,
        deliver: createDeliver({ allowHttp: false, allowPrivateAddresses: false, hosts: createHostResolver() }).deliver,
        makeSample: sampleNotification,
        reach: { allowHttp: false, allowPrivateAddresses: false },
      },
      warnings: createWarningLedger(database),
      partners: NO_PARTNERS,
      ...(await openAuthorizationParts(database, readSettings({}))),
      holderScopes: async () => [],
      settings: readSettings({}),
      systemNow: () => new Date(),
    });
    const implemented = [...envelope, ...rest].map(({ contract }) => contract.id);
    expect([...implemented, authorizeEcommerce.id, receiveTokenNotification.id].sort(), LISTS).toEqual(
      operations.map(({ id }) => id).sort(),
    );
  });

  it('are served under both versions, and without a version if the contract defines so', () => {
    const missing = operations.flatMap((operation) =>
      ['/V1', '/V2', ...(operation.surface === 'rest' && operation.unversioned ? [''] : [])]
        .map((version) => ({
          method: operation.surface === 'rest' ? operation.method : ('POST' as const),
          url: version + operation.path.replace(/\{(\w+)\}/g, ':$1'),
        }))
        .filter((route) => !server.server.app.hasRoute(route))
        .map(({ url }) => url),
    );
    expect(missing, LISTS).toEqual([]);
  });

  it('have two files with their name: one for the wire, one for the behavior', () => {
    // The operation folder stores the warnings and audit rows of all operations, so it lists them too.
    const servedBy: Record<string, string> = {
      'access.list-contract-warnings': 'operation/list-contract-warnings.ts',
      'access.list-audit': 'operation/list-audit.ts',
      'access.read-audit-proof': 'operation/read-audit-proof.ts',
    };
    // Callers know these operations as webhooks. The code calls them the outbox.
    const ownerOf: Record<string, string> = {
      webhooks: 'outbox',
      merchants: 'acquiring',
      configuration: 'bank-configuration',
    };
    const wire = filesUnder('packages/contract/src');
    const server = filesUnder('packages/server/src');
    const missing = operations.flatMap(({ id }) => {
      const [area, name] = id.split('.') as [string, string];
      const file = `${name}.ts`;
      const [folder = '', base = ''] = (servedBy[id] ?? `${ownerOf[area] ?? area}/${file}`).split('/');
      const isServed = server.some((path) => path.startsWith(`${folderOfArea(folder)}/`) && path.endsWith(`/${base}`));
      const isDescribed = wire.some(
        (path) => path.startsWith(`packages/contract/src/${area}/`) && path.endsWith(`/${file}`),
      );
      return [...(isDescribed ? [] : [`contract ${area}/${file}`]), ...(isServed ? [] : [`server ${folder}/${base}`])];
    });
    expect(missing, 'Name both files for the operation: <verb-noun>.ts').toEqual([]);
  });

  /** Scopes of paths that only the console calls and that are not operations. */
  const OF_CONSOLE_PATHS: readonly (typeof SCOPES)[number][] = ['service:read', 'networks:read'];

  it('require scopes that exist, and every scope is required by an operation or an event', () => {
    const ofOperations = operations.flatMap((each) => [each.scope, ...partScopesOf(each), ...widerScopesOf(each)]);
    expect(
      [...new Set([...ofOperations, ...Object.values(EVENT_SCOPES), ...OF_CONSOLE_PATHS])].sort(),
      'SCOPES: packages/contract/src/operation.ts',
    ).toEqual([...SCOPES].sort());
  });

  it('list only their own failures, and not the general ones', () => {
    const general: readonly string[] = GENERAL_ERRORS;
    const repeated = operations.filter(
      (operation) => 'errors' in operation && operation.errors.some((code) => general.includes(code)),
    );
    expect(
      repeated.map(({ id }) => id),
      'Take what is in GENERAL_ERRORS out of its errors',
    ).toEqual([]);
  });
});
