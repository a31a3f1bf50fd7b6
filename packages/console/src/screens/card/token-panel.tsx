import type { Token } from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { LazyMount } from '../../parts/hint/lazy-mount.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { describeDevice } from '../../parts/provisioning/provisioning-words.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope } from '../../session/session.ts';
import { KeyIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useCardChanges, useTokens } from './card-queries.ts';

const TokenControlsDialog = lazyRouteComponent(() => import('./token-controls-dialog.tsx'), 'TokenControlsDialog');

/** The maximum length that the operations accept. */
const REASON_LENGTH = 20;

/** The states in which a token can no longer pay. */
const ENDED: ReadonlySet<Token['token_state']> = new Set(['DEACTIVATED', 'DELETED']);

/** Lists the tokens of the card, whether each is usable, and the actions for it. */
export function TokenPanel({ exid }: { exid: string }) {
  const { t } = useWords();
  const mayRead = useHasScope('tokens:read');
  const mayChange = useHasScope('tokens:write');
  const tokens = useTokens(exid);
  const { suspend, resume } = useCardChanges(exid);
  const [act, choose] = useState<ConfirmAction>();
  const [controlled, control] = useState<Token>();
  if (!mayRead) return null;
  const suspension = (token: Token): ConfirmAction => ({
    title: t('token.suspendTitle'),
    effects: [t('token.suspendEffect', { wallet: token.requestor_name })],
    verb: t('token.suspend'),
    reasonLength: REASON_LENGTH,
    carryOut: (reason) => suspend(token, reason),
  });
  const resumption = (token: Token): ConfirmAction => ({
    title: t('token.resumeTitle'),
    effects: [t('token.resumeEffect', { wallet: token.requestor_name })],
    verb: t('token.resume'),
    reasonLength: REASON_LENGTH,
    carryOut: (reason) => resume(token, reason),
  });
  const actOn = (token: Token) => {
    if (!mayChange) return undefined;
    if (token.token_state === 'ACTIVE') return suspension(token);
    return token.token_state === 'SUSPENDED' ? resumption(token) : undefined;
  };
  const columns: readonly Column<Token>[] = [
    {
      id: 'wallet',
      header: t('token.wallet'),
      cell: ({ row: { original } }) => (
        <Link to="/token-requests" search={{ card: exid, token: original.token_reference }}>
          <bdi>{original.requestor_name}</bdi>
        </Link>
      ),
    },
    { id: 'device', header: t('token.device'), cell: ({ row }) => describeDevice(row.original.device_type, t) },
    { id: 'state', header: t('token.state'), cell: ({ row }) => <Status of={row.original.token_state} /> },
    {
      id: 'act',
      header: t('token.act'),
      cell: ({ row }) => {
        const { original: token } = row;
        const possible = actOn(token);
        return (
          <Group gap="xs">
            {possible !== undefined && (
              <Button variant="default" size="compact-sm" onClick={() => choose(possible)}>
                {possible.verb}
              </Button>
            )}
            {mayChange && !ENDED.has(token.token_state) && (
              <Button variant="default" size="compact-sm" onClick={() => control(token)}>
                {t('tokenControls.open')}
              </Button>
            )}
          </Group>
        );
      },
    },
  ];
  return (
    <Panel title={t('token.title')}>
      <QueryBoundary query={tokens}>
        {({ tokens: rows }) =>
          rows.length === 0 ? (
            <Notice icon={KeyIcon} title={t('token.none')} text={t('token.noneAbout')} />
          ) : (
            <DataTable name={t('token.title')} columns={columns} rows={rows} keyOf={(row) => row.token_reference} />
          )
        }
      </QueryBoundary>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
      <LazyMount isOpen={controlled !== undefined}>
        <TokenControlsDialog token={controlled} exid={exid} close={() => control(undefined)} />
      </LazyMount>
    </Panel>
  );
}
