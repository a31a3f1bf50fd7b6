import { Link, useParams } from '@tanstack/react-router';
import { formatMaskedPan } from '../../parts/card/card-tiles.tsx';
import { CustomLimitPanel } from '../../parts/custom-limits/custom-limit-panel.tsx';
import { RecentDecisions } from '../../parts/decision/recent-decisions.tsx';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { TimeLine } from '../../parts/time-line/time-line.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope } from '../../session/session.ts';
import { SearchIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { CardActions } from './card-actions.tsx';
import { CardFacts } from './card-facts.tsx';
import { useCard } from './card-queries.ts';
import { SuccessorNotice } from './successor-notice.tsx';
import { TokenPanel } from './token-panel.tsx';
import { TokenRequestPanel } from './token-request-panel.tsx';

export function CardPage() {
  return useHasScope('cards:read') ? <CardOf /> : <NoPermission />;
}

/** Shows one card: whether it is usable, its actions, its tokens, and its recent use. */
function CardOf() {
  const { t } = useWords();
  const { exid } = useParams({ from: '/cards/$exid' });
  const { data: card, error, refetch } = useCard(exid);
  const mayReadSettings = useHasScope('settings:read');
  const mayReadAccount = useHasScope('accounts:read');
  if (card === undefined) {
    return error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  if (card === null) {
    return (
      <Notice icon={SearchIcon} title={t('failure.missing')} text={t('card.missing')}>
        <Link to="/find">{t('find.title')}</Link>
      </Notice>
    );
  }
  return (
    <Page
      title={formatMaskedPan(card.card_number)}
      trailing={
        <>
          <Status of={card.card_status} />
          <Identifier id={exid} />
        </>
      }
      actions={<CardActions card={card} />}
      side={
        <>
          <RecentDecisions of={{ card: exid }} />
          {mayReadAccount && <TimeLine accountNumbers={[card.account_number]} cards={[card]} exid={exid} />}
        </>
      }
    >
      <SuccessorNotice card={card} />
      <Panel
        title={t('card.facts')}
        headerContent={mayReadSettings && <ControlsLink accountNumber={card.account_number} />}
      >
        <CardFacts card={card} />
      </Panel>
      <CustomLimitPanel accountNumber={card.account_number} exid={exid} />
      <TokenPanel exid={exid} />
      <TokenRequestPanel exid={exid} />
    </Page>
  );
}

/** A link to the controls, which are set for the card's account. */
function ControlsLink({ accountNumber }: { accountNumber: string }) {
  const { t } = useWords();
  return (
    <Link to="/accounts/$accountNumber/controls" params={{ accountNumber }}>
      {t('account.controls')}
    </Link>
  );
}
