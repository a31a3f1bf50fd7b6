import type { LimitInForce } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, useHasScope } from '../../session/session.ts';
import { PulseIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type ConfirmAction, ConfirmDialog } from '../decision/confirm-dialog.tsx';
import { Notice } from '../page/notice.tsx';
import { Panel } from '../page/panel.tsx';
import { QueryBoundary } from '../page/query-boundary.tsx';
import { CustomLimitForm } from './custom-limit-form.tsx';
import { CustomLimitLine } from './custom-limit-line.tsx';
import { type LimitWarning, useCustomLimits, useLimitChanges } from './custom-limit-queries.ts';
import { CustomLimitScope } from './custom-limit-scope.tsx';
import { CustomLimitWarnings } from './custom-limit-warnings.tsx';
import classes from './custom-limits.module.css';
import { type LimitDraft, limitDraftOf, newLimitDraft } from './limit-draft.ts';

interface PanelParts {
  readonly accountNumber: string;
  /** Restricts the list to limits that apply to this card, including those of the account. */
  readonly exid?: string;
}

/** Shows the bank's own limits as bars, with actions to set, change and end them. */
export function CustomLimitPanel(parts: PanelParts) {
  return useHasScope('programs:read') ? <Limits {...parts} /> : null;
}

/** The limit in the form: a new one, or a replacement of `before`. */
interface Typing {
  readonly first: LimitDraft;
  readonly before?: LimitInForce;
}

function Limits({ accountNumber, exid }: PanelParts) {
  const { t } = useWords();
  const client = useClient();
  const mayChange = useHasScope('programs:write');
  const limits = useCustomLimits(accountNumber, exid);
  const account = useQuery({
    queryKey: ['account', accountNumber],
    queryFn: async ({ signal }) => client.accounts.retrieve(accountNumber, {}, { signal }),
  });
  const [typing, type] = useState<Typing>();
  const [warnings, setWarnings] = useState<readonly LimitWarning[]>([]);
  const begin = (next: Typing) => {
    setWarnings([]);
    type(next);
  };
  return (
    <Panel title={t('customLimits.title')}>
      <CustomLimitWarnings warnings={warnings} />
      <QueryBoundary query={account}>
        {({ currency }) => (
          <>
            <QueryBoundary query={limits}>
              {(found) => (
                <LimitLines
                  limits={found}
                  currency={currency}
                  accountNumber={accountNumber}
                  change={(before) =>
                    begin({ first: limitDraftOf(before, before.card_identifier_id, before.token_reference), before })
                  }
                />
              )}
            </QueryBoundary>
            {typing !== undefined && (
              <CustomLimitForm
                key={JSON.stringify(typing.first)}
                accountNumber={accountNumber}
                currency={currency}
                first={typing.first}
                before={typing.before}
                onWarnings={setWarnings}
                close={() => type(undefined)}
              />
            )}
          </>
        )}
      </QueryBoundary>
      {mayChange && typing === undefined && (
        <Button variant="default" mt="sm" onClick={() => begin({ first: newLimitDraft(exid) })}>
          {t('customLimits.add')}
        </Button>
      )}
    </Panel>
  );
}

interface LinesParts {
  readonly limits: readonly LimitInForce[];
  readonly currency: string;
  readonly accountNumber: string;
  readonly change: (limit: LimitInForce) => void;
}

function LimitLines({ limits, currency, accountNumber, change }: LinesParts) {
  const { t } = useWords();
  const { end } = useLimitChanges(accountNumber);
  const mayChange = useHasScope('programs:write');
  const [act, choose] = useState<ConfirmAction>();
  if (limits.length === 0) {
    return <Notice icon={PulseIcon} title={t('customLimits.none')} text={t('customLimits.noneAbout')} />;
  }
  const look = (limit: LimitInForce) =>
    choose({
      title: t('customLimit.endTitle', { name: limit.id }),
      effects: [t('customLimit.endEffect'), t('customLimit.usageDiscarded')],
      verb: t('customLimit.end'),
      carryOut: () => end(limit),
    });
  return (
    <>
      <ul className={classes.lines}>
        {limits.map((limit) => (
          <CustomLimitLine
            key={`${limit.id} ${limit.card_identifier_id} ${limit.token_reference} ${limit.product_code}`}
            limit={limit}
            currency={currency}
            owner={<CustomLimitScope limit={limit} />}
          >
            {mayChange && limit.product_code === undefined && (
              <>
                <Button size="compact-sm" variant="default" onClick={() => change(limit)}>
                  {t('customLimit.change')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => look(limit)}>
                  {t('customLimit.end')}
                </Button>
              </>
            )}
          </CustomLimitLine>
        ))}
      </ul>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </>
  );
}
