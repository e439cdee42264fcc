// Problems of the query: each term that is not valid as written, the reason, and a suggested correction.
import { CircleAlert } from "lucide-react";
import type { FilterProblem } from "../../backend";
import { Button } from "../../kit/button";
import { problemSentence } from "../../shared/filter-problem";
import { ServerText } from "../../shared/server-text";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { correctTerm } from "./query-edit";
import { SEARCH_ID } from "./search-field";
import { strings } from "./strings";
import styles from "./search-problems.module.css";

export function SearchProblems({ problems }: { problems: readonly FilterProblem[] }) {
  const query = useCatalogFilter((state) => state.query);
  const setQuery = useCatalogFilter((state) => state.setQuery);
  const correct = (problem: FilterProblem) => {
    setQuery(correctTerm(query, problem));
    document.getElementById(SEARCH_ID)?.focus();
  };
  return (
    <div role="status" data-testid="search-problems">
      {problems.length > 0 ? (
        <ul className={styles.problems}>
          {problems.map((problem, index) => (
            <li key={`${index} ${problem.term}`}>
              <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
              <span>
                <ServerText text={problemSentence(problem)} />.
                {problem.suggestion === null ? null : (
                  <>
                    {strings.search.didYouMean.before}
                    <Button size="small" className={styles.suggestion} onClick={() => correct(problem)}>
                      <ServerText text={problem.suggestion} />
                    </Button>
                    {strings.search.didYouMean.after}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
