import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

/** Selects one of the decisions with the same reference. */
interface Which {
  readonly acquiring_institution_code?: string;
  readonly system_trace_audit_number?: string;
}

/** Reads a decision with its rules, explained in the language of the page. */
export function useDecision(reference: string, which: Which) {
  const { language } = useWords();
  const client = useClient();
  return useQuery({
    queryKey: ['authorization', reference, which, language],
    queryFn: async ({ signal }) =>
      client.authorizations.retrieve(reference, { ...which, explain: language }, { signal }),
  });
}
