"""The study of all models and solvers: `plan` has what is measured, `report` what is shown."""
