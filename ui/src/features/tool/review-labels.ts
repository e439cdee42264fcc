// Labels for the review status of a tool.
import type { ReviewState, ToolDetail } from "../../backend";
import { onDay } from "../../shared/day";
import { driftSince } from "../../shared/drift-view";

export const REVIEW_WORD: Record<ReviewState, string> = {
  reviewed: "Reviewed",
  drifted: "Drifted",
  new: "New",
  unreviewed: "Not reviewed",
};

export function formatReviewStatus({ review, drift }: ToolDetail, now: number): string {
  const day = review.at === null ? "" : onDay(review.at, now);
  switch (review.state) {
    case "reviewed":
      return [review.by === null ? "Reviewed" : `Reviewed by ${review.by}`, day].filter(Boolean).join(", ");
    case "drifted":
      return drift ? `Changed ${driftSince(drift, now)}` : "Changed since it was looked at";
    case "new":
      return "New, never reviewed";
    case "unreviewed":
      return "Never reviewed";
  }
}
