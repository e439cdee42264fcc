// Review status of a tool as a sentence, with reviewer and date.
import type { ToolDetail } from "../../backend";
import { onDay } from "../../shared/day";
import { driftSince } from "../../shared/drift-view";
import { strings } from "./strings";

export function formatReviewStatus({ review, drift }: ToolDetail, now: number): string {
  const day = review.at === null ? "" : onDay(review.at, now);
  switch (review.state) {
    case "reviewed":
      return strings.review.reviewed(review.by, day);
    case "drifted":
      return drift ? strings.review.changed(driftSince(drift, now)) : strings.review.changedSinceReview;
    case "new":
      return strings.review.new;
    case "unreviewed":
      return strings.review.unreviewed;
  }
}
