import { useNavigate } from '@tanstack/react-router';
import { FilterChips } from '../../parts/filter/filter-chips.tsx';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { displayDecisionFilter, FILTER_FIELDS } from './filter-fields.ts';
import type { Filters } from './filters.ts';

/** The filters of the decisions, which are in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const words = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/authorizations' });
  return (
    <FilterChips
      fields={FILTER_FIELDS}
      filters={filters}
      display={(name, value) => displayDecisionFilter(name, value, { ...words, zone })}
      change={(filter) => void navigate({ search: (before) => ({ ...before, ...filter }) })}
      clear={() => void navigate({ search: {} })}
    />
  );
}
