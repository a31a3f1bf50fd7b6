import type { LimitInForce } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, useMay } from '../../session/session.ts';
import { PulseIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { type Act, SecondLook } from '../decision/second-look.tsx';
import { Fetched } from '../page/fetched.tsx';
import { Notice } from '../page/notice.tsx';
import { Panel } from '../page/panel.tsx';
import { type LimitWarning, useLimitChanges, useOwnLimits } from './own-limit-calls.ts';
import { type LimitDraft, limitDraftOf, newLimitDraft } from './own-limit-draft.ts';
import { OwnLimitForm } from './own-limit-form.tsx';
import { OwnLimitLine } from './own-limit-line.tsx';
import { OwnLimitWarnings } from './own-limit-warnings.tsx';
import { OwnLimitWhose } from './own-limit-whose.tsx';
import classes from './own-limits.module.css';

interface PanelParts {
  readonly accountNumber: string;
  /** Of one card: those of the account hold for it, too. */
  readonly exid?: string;
}

/** The limits that the bank set of its own, as bars; and the way to set, change and end one. */
export function OwnLimitPanel(parts: PanelParts) {
  return useMay('programs:read') ? <Limits {...parts} /> : null;
}

/** What is typed: a new limit, or one in the place of `before`. */
interface Typing {
  readonly first: LimitDraft;
  readonly before?: LimitInForce;
}

function Limits({ accountNumber, exid }: PanelParts) {
  const { t } = useWords();
  const client = useClient();
  const mayChange = useMay('programs:write');
  const limits = useOwnLimits(accountNumber, exid);
  const account = useQuery({
    queryKey: ['account', accountNumber],
    queryFn: async ({ signal }) => client.accounts.retrieve(accountNumber, {}, { signal }),
  });
  const [typing, type] = useState<Typing>();
  const [warnings, tell] = useState<readonly LimitWarning[]>([]);
  const begin = (next: Typing) => {
    tell([]);
    type(next);
  };
  return (
    <Panel title={t('ownLimits.title')}>
      <OwnLimitWarnings warnings={warnings} />
      <Fetched query={account}>
        {({ currency }) => (
          <>
            <Fetched query={limits}>
              {(found) => (
                <LimitLines
                  limits={found}
                  currency={currency}
                  accountNumber={accountNumber}
                  change={(before) => begin({ first: limitDraftOf(before, before.card_identifier_id), before })}
                />
              )}
            </Fetched>
            {typing !== undefined && (
              <OwnLimitForm
                key={JSON.stringify(typing.first)}
                accountNumber={accountNumber}
                currency={currency}
                first={typing.first}
                before={typing.before}
                told={tell}
                close={() => type(undefined)}
              />
            )}
          </>
        )}
      </Fetched>
      {mayChange && typing === undefined && (
        <Button variant="default" mt="sm" onClick={() => begin({ first: newLimitDraft(exid) })}>
          {t('ownLimits.add')}
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
  const mayChange = useMay('programs:write');
  const [act, choose] = useState<Act>();
  if (limits.length === 0) {
    return <Notice icon={PulseIcon} title={t('ownLimits.none')} text={t('ownLimits.noneAbout')} />;
  }
  const look = (limit: LimitInForce) =>
    choose({
      title: t('ownLimit.endTitle', { name: limit.id }),
      effects: [t('ownLimit.endEffect'), t('ownLimit.forgotten')],
      verb: t('ownLimit.end'),
      carryOut: () => end(limit),
    });
  return (
    <>
      <ul className={classes.lines}>
        {limits.map((limit) => (
          <OwnLimitLine
            key={`${limit.id} ${limit.card_identifier_id} ${limit.product_code}`}
            limit={limit}
            currency={currency}
            whose={<OwnLimitWhose limit={limit} />}
          >
            {mayChange && limit.product_code === undefined && (
              <>
                <Button size="compact-sm" variant="default" onClick={() => change(limit)}>
                  {t('ownLimit.change')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => look(limit)}>
                  {t('ownLimit.end')}
                </Button>
              </>
            )}
          </OwnLimitLine>
        ))}
      </ul>
      <SecondLook act={act} close={() => choose(undefined)} />
    </>
  );
}
