"use strict";
// Starts GraphiQL on this service: queries by POST, subscriptions by WebSocket. What stands in its headers editor
// ({"Authorization": "Bearer …"}) goes to both, to the socket in connection_init.
const EXAMPLE = `# Arbiter. Press the play button, or Ctrl-Enter.
{
  rulesets { slug title version seats boards }
  games(first: 10) {
    totalCount
    edges { node { id ruleset status players moveCount outcome } }
  }
}

# Follow a game live, from its first move (put in the id of one of the games):
#
# subscription {
#   game(id: "…") {
#     __typename
#     ... on MoveFrame { number seat narration clauses scores }
#     ... on StatusFrame { status moveCount annulled outcome }
#     ... on Discontinuity { afterMove reason }
#   }
# }
`;
const url = window.location.href.split(/[?#]/)[0];
const fetcher = GraphiQL.createFetcher({ url, subscriptionUrl: url.replace(/^http/, "ws") });
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: EXAMPLE, defaultEditorToolsVisibility: true, isHeadersEditorEnabled: true, shouldPersistHeaders: false }),
);
