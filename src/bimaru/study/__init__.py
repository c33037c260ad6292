"""The engines and their models as things to study: compared, written out, certified."""
