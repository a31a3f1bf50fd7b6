import { DELIVERY_OUTCOMES, MESSAGE_STATES } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { STATUSES } from '../../parts/value/statuses.ts';
import { useWords } from '../../words/language.ts';
import type { FilterValues } from './webhook-queries.ts';
import classes from './webhooks.module.css';

/** Filters of messages or attempts. A selection updates the address at once. */
export function DeliveryFilters({ of, filters }: { of: 'messages' | 'attempts'; filters: FilterValues }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/webhooks/$endpointId' });
  const show = of === 'messages' ? {} : { show: of };
  const choose = (name: string, value: string) => void navigate({ search: { ...filters, ...show, [name]: value } });
  return (
    <div className={classes.filters}>
      {of === 'messages' && (
        <Choice
          label={t('messages.state')}
          value={filters.state ?? ''}
          of={MESSAGE_STATES}
          choose={(value) => choose('state', value)}
        />
      )}
      <Choice
        label={t(of === 'messages' ? 'messages.lastOutcome' : 'attempts.outcome')}
        value={filters.outcome ?? ''}
        of={DELIVERY_OUTCOMES}
        choose={(value) => choose('outcome', value)}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => void navigate({ search: show })}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

interface ChoiceParts {
  readonly label: string;
  readonly value: string;
  readonly of: readonly string[];
  readonly choose: (value: string) => void;
}

function Choice({ label, value, of, choose }: ChoiceParts) {
  const { t } = useWords();
  return (
    <NativeSelect label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{t('filter.any')}</option>
      {of.map((each) => (
        <option key={each} value={each}>
          {t(STATUSES[each]?.word ?? 'filter.any')}
        </option>
      ))}
    </NativeSelect>
  );
}
