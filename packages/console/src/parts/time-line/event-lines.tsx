import type { HISTORY_KINDS, HistoryEntry, TokenWithHistory } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { decisionLink } from '../decision/decision-link.ts';
import { TOKEN_EVENT_WORDS } from '../provisioning/token-event-words.ts';
import { Money } from '../value/money.tsx';
import { fieldWord } from '../value/setting-fields.ts';
import { Status } from '../value/status.tsx';
import { EventLine } from './event-line.tsx';

const ACCOUNT_WORDS: Readonly<Record<(typeof HISTORY_KINDS)[number], WordKey>> = {
  DECISION: 'decision.merchant',
  OPENED: 'timeLine.opened',
  FUNDS: 'timeLine.funds',
  CARD_ADDED: 'timeLine.cardAdded',
  CARD_STATUS: 'timeLine.cardStatus',
  CARD_RENEWED: 'timeLine.cardRenewed',
  RESTRICTION: 'timeLine.restriction',
  SETTINGS: 'timeLine.settings',
  LIMIT: 'timeLine.limit',
  TOKEN_CONTROLS: 'timeLine.tokenControls',
  PROVISIONING: 'timeLine.provisioning',
  RESERVATION_ENDED: 'timeLine.reservationEnded',
};

/** Shows an event of an account: a decision with its amount, or a change with its author. */
export function AccountEvent({ accountNumber, entry }: { accountNumber: string; entry: HistoryEntry }) {
  const { t } = useWords();
  const { at, kind, authorization, change, card_identifier_id: exid } = entry;
  const by = entry.person ?? entry.actor;
  if (authorization !== undefined) {
    return (
      <EventLine
        leadsTo={decisionLink(authorization)}
        what={
          <>
            {kind === 'RESERVATION_ENDED' && `${t(ACCOUNT_WORDS[kind])}: `}
            <bdi>{authorization.merchant_name_location}</bdi>
          </>
        }
        trailing={
          <>
            <Money amount={authorization.amount} currency={authorization.currency} />
            <Status of={authorization.state} />
          </>
        }
        at={at}
        by={by}
      />
    );
  }
  const isControl = kind === 'SETTINGS' || kind === 'RESTRICTION';
  const ofAccount = { to: '/accounts/$accountNumber', params: { accountNumber } } as const;
  const ofCard = exid === undefined ? ofAccount : ({ to: '/cards/$exid', params: { exid } } as const);
  const status = kind === 'CARD_STATUS' ? String(change?.status ?? '') : '';
  return (
    <EventLine
      leadsTo={isControl ? { ...ofAccount, to: '/accounts/$accountNumber/controls' } : ofCard}
      what={
        <>
          {t(ACCOUNT_WORDS[kind])}
          {kind === 'SETTINGS' && <ChangedFields patch={change?.patch} />}
        </>
      }
      trailing={status !== '' && <Status of={status} />}
      at={at}
      by={by}
      reason={entry.reason}
      change={entry}
    />
  );
}

/** The names of the changed settings. */
function ChangedFields({ patch }: { patch: unknown }) {
  const { t, locale } = useWords();
  const names = Object.keys((patch ?? {}) as object).map((field) => {
    const word = fieldWord(field as Parameters<typeof fieldWord>[0]);
    return word === undefined ? field : t(word);
  });
  if (names.length === 0) return null;
  return `: ${new Intl.ListFormat(locale, { type: 'unit' }).format(new Set(names))}`;
}

/** Events whose reason code says no more than their name. */
const MADE_BY_REQUEST: ReadonlySet<TokenWithHistory['history'][number]['event']> = new Set(['PROVISION', 'APPROVE']);

/** Shows an event of a token, and whether a notification reported it. */
export function TokenEventLine({
  token,
  step,
}: {
  token: TokenWithHistory;
  step: TokenWithHistory['history'][number];
}) {
  const { t } = useWords();
  return (
    <EventLine
      leadsTo={{ to: '/cards/$exid', params: { exid: token.card_identifier_id } }}
      what={
        <>
          {t(TOKEN_EVENT_WORDS[step.event], { wallet: token.requestor_name })}
          {step.notification_id !== null && ` ${t('timeLine.notified')}`}
        </>
      }
      at={step.at}
      by={step.person ?? step.actor}
      reason={MADE_BY_REQUEST.has(step.event) ? undefined : step.reason_code}
    />
  );
}
