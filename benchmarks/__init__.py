"""How fast bimaru is, and against what."""
