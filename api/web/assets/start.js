"use strict";
// Starts GraphiQL on this service: queries by POST, subscriptions by WebSocket. What stands in its headers editor
// ({"Authorization": "Bearer …"}) goes to both, to the socket in connection_init.
// Lines are short, so that nothing of them is cut off in a narrow window; the subscription is what README.md shows.
const EXAMPLE = `# Arbiter. Press the play button,
# or Ctrl-Enter.
{
  rulesets { slug title seats boards }
  games(first: 10) {
    totalCount
    edges {
      node {
        id ruleset status players
        moveCount outcome
      }
    }
  }
}

# Follow a game live, from its first
# move on: put in the id of a game.
#
# subscription {
#   game(id: "…") {
#     __typename
#     ... on MoveFrame {
#       number seat narration scores
#     }
#     ... on StatusFrame {
#       status moveCount annulled outcome
#     }
#     ... on Discontinuity {
#       afterMove reason
#     }
#   }
# }
`;
const url = window.location.href.split(/[?#]/)[0];
const fetcher = GraphiQL.createFetcher({ url, subscriptionUrl: url.replace(/^http/, "ws") });
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: EXAMPLE, defaultEditorToolsVisibility: true, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
