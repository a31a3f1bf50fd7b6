import { findMissingScopes, type OutboxMessage } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useHasScope, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useWebhookChanges } from './webhook-queries.ts';

/** The maximum length that the operation accepts. */
const REASON_LENGTH = 200;

/** The action for one message: skip a pending one, or resend a settled one. */
export function MessageActions({ endpointId, message }: { endpointId: string; message: OutboxMessage }) {
  const { t } = useWords();
  const mayChange = useHasScope('webhooks:write');
  const { scopes } = useSession();
  const { replay, skip } = useWebhookChanges();
  const [act, choose] = useState<ConfirmAction>();
  const { notification_id: notificationId, state, type } = message;
  const skipping: ConfirmAction = {
    title: t('skip.title'),
    effects: [t('skip.effect'), t('skip.behind')],
    verb: t('skip.verb'),
    reasonLength: REASON_LENGTH,
    carryOut: (reason) => skip(endpointId, notificationId, reason),
  };
  const again: ConfirmAction = {
    title: t('replay.title'),
    effects: [t('replay.effect'), t('replay.same')],
    verb: t('replay.verb'),
    carryOut: () => replay(endpointId, { notification_id: notificationId }),
  };
  // An expired message is never sent again.
  const possible = state === 'PENDING' ? skipping : again;
  if (!mayChange || state === 'EXPIRED') return null;
  // Only a person who can read the event can resend it.
  const [missing] = possible === again ? findMissingScopes([type], scopes) : [];
  if (missing !== undefined) return <small>{t('endpoint.needsScope', { scope: missing.scope ?? '' })}</small>;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => choose(possible)}>
        {possible.verb}
      </Button>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </>
  );
}
