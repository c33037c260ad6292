"""The web page and its JSON API, for `bimaru serve`.

On the way of a request: server (socket, shutdown), client_deadlines and connections, security
(hosts, security headers), app (routes, errors), then static_files for the page, reference for /docs, health
for /healthz, or api, which passes the request by scheduler to a worker process: worker (main loop),
handlers (the operations). For sites of static files: static_site, gallery, and in_browser, which runs the
operations in a worker of the page. Shared: page_files, minified (scripts and styles as they are sent),
content_coding (gzip), content_policy (what the headers say), server_limits, messages (between server and
workers), queries (options), schema (bodies and answers as OpenAPI describes them), value_models (from types),
logs.
"""
