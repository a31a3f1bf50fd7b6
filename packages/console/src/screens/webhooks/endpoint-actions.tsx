import type { WebhookEndpoint } from '@cardwright/contract';
import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { useHasScope } from '../../session/session.ts';
import { ChevronDownIcon, PauseIcon, SyncIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { TestEndpoint } from './test-endpoint.tsx';
import { useWebhookChanges } from './webhook-queries.ts';

/** The actions for an endpoint. Irreversible actions are behind another button. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const mayChange = useHasScope('webhooks:write');
  const { update, remove } = useWebhookChanges();
  const second = useSecondPerson();
  const [act, choose] = useState<ConfirmAction>();
  const { endpoint_id: endpointId, pending_messages: waiting, state } = endpoint;
  if (!mayChange) return null;
  const waits = waiting === 0 ? [] : [t('health.waiting', { count: waiting })];
  const pause: ConfirmAction = {
    title: t('endpoint.pauseTitle'),
    effects: [t('endpoint.pauseEffect')],
    verb: t('endpoint.pause'),
    carryOut: (reason) => update(endpointId, { state: 'PAUSED', ...(reason !== '' && { reason }) }),
  };
  const resume: ConfirmAction = {
    title: t('endpoint.resumeTitle'),
    effects: [t('endpoint.resumeEffect'), ...waits],
    verb: t('endpoint.resume'),
    carryOut: (reason) => update(endpointId, { state: 'ACTIVE', ...(reason !== '' && { reason }) }),
  };
  const deletion: ConfirmAction = {
    title: t('endpoint.deleteTitle'),
    effects: [t('endpoint.deleteEffect'), ...waits],
    verb: t('endpoint.delete'),
    cannotBeUndone: true,
    carryOut: async (reason) => {
      await remove(endpointId, reason);
      await navigate({ to: '/webhooks' });
    },
  };
  return (
    <>
      <TestEndpoint endpoint={endpoint} />
      <Button
        variant="default"
        leftSection={state === 'ACTIVE' ? <PauseIcon aria-hidden /> : <SyncIcon aria-hidden />}
        onClick={() => choose(state === 'ACTIVE' ? pause : resume)}
      >
        {t(state === 'ACTIVE' ? 'endpoint.pause' : 'endpoint.resume')}
      </Button>
      <Button
        variant="default"
        onClick={() => void navigate({ to: '/webhooks/$endpointId/edit', params: { endpointId } })}
      >
        {t('endpoint.edit')}
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon aria-hidden />}>
            {t('card.forGood')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => choose(deletion)}>{t('endpoint.delete')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog act={act && second('endpoint.change', act)} close={() => choose(undefined)} />
    </>
  );
}
