import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { pageOfSubject, subjectParts } from './subjects.ts';

/** Names the subject of a change, such as `rule:NO_GAMBLING`, as a kind with its name, and leads to its page. */
export function SubjectName({ of }: { of: string }) {
  const { t } = useWords();
  const { word, name } = subjectParts(of);
  const page = pageOfSubject(of);
  const text = name !== '' && (
    <bdi dir="ltr" title={of}>
      {name}
    </bdi>
  );
  return (
    <>
      {word !== undefined && `${t(word)} `}
      {page === undefined ? text : <Link {...page}>{text}</Link>}
    </>
  );
}
